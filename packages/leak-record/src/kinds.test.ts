import { reachesGate, strongerGrade } from './index';

describe('reachesGate', () => {
  test.each([
    ['latent', 'latent', 'module-purged', true],
    ['escaped', 'latent', 'module-purged', false],
    ['escaped', 'observed', 'module-purged', true],
    ['observed', 'escaped', 'module-purged', false],
    ['observed', 'escaped', 'core-module-mutated', true],
    ['observed', 'latent', 'core-module-mutated', false],
  ] as const)('gate %s, grade %s, %s -> %s', (gate, grade, kind, expected) => {
    expect(reachesGate(gate, { kind, grade })).toBe(expected);
  });

  test('what was contained counts from escaped under gate observed', () => {
    expect(reachesGate('observed', { kind: 'module-purged', grade: 'escaped' }, true)).toBe(true);
  });
});

test('strongerGrade is the later one in latent, escaped, observed', () => {
  expect(strongerGrade('latent', 'escaped')).toBe('escaped');
  expect(strongerGrade('observed', 'escaped')).toBe('observed');
});
