import { Requests } from './requests';

const FILES = new Set(['/a', '/b', '/c', '/d']);

function chain(): Requests {
  const requests = new Requests((_from, request) => (FILES.has(request) ? request : null));
  requests.noteRequire('/a', '/b');
  requests.noteRequire('/b', '/c');
  requests.noteRequire('/b', 'gone');
  requests.noteImport('/c', '/a');
  return requests;
}

test('a module reaches what it loaded through others, in a circle too', () => {
  expect(chain().reaches('/a', '/c', () => true)).toBe(true);
  expect(chain().reaches('/a', '/d', () => true)).toBe(false);
});

test('it does not reach through files that are not let through', () => {
  expect(chain().reaches('/a', '/c', (through) => through !== '/b')).toBe(false);
});

test('what does not resolve any more is left out', () => {
  expect([...chain().loadedBy('/b')]).toEqual(['/c']);
});
