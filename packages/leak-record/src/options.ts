import type { Grade, Kind } from './kinds';

/** One exemption in the configuration. Missing fields match everything; the fields present are globs. */
export interface IgnoreRule {
  owner?: string;
  kind?: Kind;
  key?: string;
  reason: string;
}

/** All options, with their defaults filled in. They stand in `testEnvironmentOptions.hermetic`. */
export interface HermeticOptions {
  /** Path of the baseline, relative to the global rootDir. */
  baseline: string;
  gate: Grade;
  watch: string[];
  watchPackages: string[];
  ignore: IgnoreRule[];
  contain: 'off' | 'file' | 'scope';
  failAt: 'test' | 'run';
  stale: 'fail' | 'warn';
  baseEnvironment: string;
  report: { json: string | false; github: boolean | 'auto' };
}

/**
 * Packages whose identity matters by default: they compare instances, keep a registry or a dispatcher in module
 * scope, or are named in reports of "two copies" failures.
 */
export const DEFAULT_WATCH_PACKAGES: readonly string[] = [
  '@apollo/client',
  '@emotion/react',
  '@nestjs/common',
  '@nestjs/core',
  '@reduxjs/toolkit',
  '@tanstack/react-query',
  '@testing-library/react',
  'class-transformer',
  'class-validator',
  'effect',
  'fastify',
  'fp-ts',
  'graphql',
  'i18next',
  'inversify',
  'joi',
  'mobx',
  'mobx-react',
  'mongoose',
  'preact',
  'react',
  'react-dom',
  'react-redux',
  'react-router',
  'react-router-dom',
  'react-test-renderer',
  'redux',
  'reflect-metadata',
  'rxjs',
  'sequelize',
  'styled-components',
  'typeorm',
  'vue',
  'winston',
  'zod',
];

/** The options when nothing is configured. */
export const DEFAULT_OPTIONS: HermeticOptions = {
  baseline: 'leak-baseline.txt',
  gate: 'escaped',
  watch: ['**', '!**/node_modules/**'],
  watchPackages: [...DEFAULT_WATCH_PACKAGES],
  ignore: [],
  contain: 'file',
  failAt: 'test',
  stale: 'fail',
  baseEnvironment: 'jest-environment-node',
  report: { json: 'node_modules/.cache/jest-hermetic/report.json', github: 'auto' },
};

/** The same as an object of its own, which may be changed. */
export function defaultOptions(): HermeticOptions {
  const { watch, watchPackages, ignore, report } = DEFAULT_OPTIONS;
  return {
    ...DEFAULT_OPTIONS,
    watch: [...watch],
    watchPackages: [...watchPackages],
    ignore: [...ignore],
    report: { ...report },
  };
}
