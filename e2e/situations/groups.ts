import { createProject, withHermetic, type JestLine, type Project, type ProjectFiles } from '../harness';
import { placeAll, type Placed } from './place';

/** Situations that run in one Jest process. */
export interface Group {
  name: string;
  situations: Placed[];
}

// A process with all of them would keep the second core idle.
const MOST_IN_ONE_PROCESS = 60;

const SEQUENCER = `
module.exports = class PathOrderSequencer {
  sort(tests) { return [...tests].sort((a, b) => (a.path < b.path ? -1 : 1)); }
  shard(tests) { return tests; }
  allFailedTests(tests) { return tests; }
  cacheResults() {}
};`;

const BASE_CONFIG = {
  testEnvironment: 'node',
  testSequencer: '<rootDir>/sequencer.js',
  transform: {
    '\\.js$': 'babel-jest',
    '\\.ts$': [
      'babel-jest',
      { presets: ['@babel/preset-typescript'], plugins: ['@babel/plugin-transform-modules-commonjs'] },
    ],
  },
};

/** Puts together what can share a process: the same options, and nothing left behind that disturbs another. */
export function groupAll(placed: Placed[] = placeAll()): Group[] {
  const groups = new Map<string, Group>();
  for (const situation of placed) {
    const { folder, topic, alone, hermetic } = situation;
    const apart = alone ? folder : topic.apart ? topic.name : 'shared';
    const key = JSON.stringify([apart, configOf(situation), hermetic]);
    const options = { ...situation.config, ...hermetic };
    const name = [apart, ...Object.keys(options)].join(' ');
    const group = groups.get(key) ?? { name, situations: [] };
    groups.set(key, group);
    group.situations.push(situation);
  }
  return [...groups.values()].flatMap(split);
}

/** Writes the project of a group, with the environment and the reporter. */
export function makeProject({ situations }: Group, line: JestLine): Project {
  const files: ProjectFiles = {};
  for (const { folder, files: own } of situations) {
    for (const [path, text] of Object.entries(own)) files[`${folder}/${path}`] = text;
  }
  const [first] = situations;
  if (!first) throw new Error('A group of situations is empty.');
  const config = { ...BASE_CONFIG, ...configOf(first) };
  const project = createProject(
    { ...files, 'sequencer.js': SEQUENCER, 'jest.config.js': `module.exports = ${JSON.stringify(config)};` },
    line,
  );
  // Outcomes of tests are compared with plain Jest, so no error may be added to them.
  return withHermetic(project, { options: { failAt: 'run', contain: 'off', ...first.hermetic } });
}

function split({ name, situations }: Group): Group[] {
  const parts = Math.ceil(situations.length / MOST_IN_ONE_PROCESS);
  if (parts === 1) return [{ name, situations }];
  return Array.from({ length: parts }, (_, part) => ({
    name: `${name} ${part + 1}`,
    situations: situations.filter((_situation, index) => index % parts === part),
  }));
}

function configOf({ config, folder }: Placed): Record<string, unknown> {
  return JSON.parse(JSON.stringify(config ?? {}).replaceAll('<here>', folder)) as Record<string, unknown>;
}
