/** @jest-config-loader esbuild-register */
import type { Config } from 'jest';

const transform = {
  '^.+\\.ts$': [
    'babel-jest',
    {
      babelrc: false,
      configFile: false,
      presets: [['@babel/preset-env', { targets: { node: '20' } }], '@babel/preset-typescript'],
    },
  ],
} satisfies Config['transform'];

const config: Config = {
  // The e2e tests spend their time waiting for the Jest that they start.
  maxWorkers: '100%',
  reporters: ['default', '<rootDir>/scripts/count-reporter.js'],
  projects: [
    {
      displayName: 'unit',
      roots: ['<rootDir>/packages'],
      testMatch: ['**/src/**/*.test.ts'],
      moduleNameMapper: {
        '^@jest-hermetic/([^/]+)$': '<rootDir>/packages/$1/src/index.ts',
        '^@jest-hermetic/([^/]+)/([^/]+)$': '<rootDir>/packages/$1/src/$2.ts',
      },
      modulePathIgnorePatterns: ['<rootDir>/packages/.*/build/', '<rootDir>/dist/'],
      transform,
    },
    {
      displayName: 'e2e',
      roots: ['<rootDir>/e2e/__tests__'],
      testMatch: ['<rootDir>/e2e/__tests__/**/*.test.ts'],
      transform,
    },
  ],
};

export default config;
