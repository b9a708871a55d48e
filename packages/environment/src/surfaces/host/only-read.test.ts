import { onlyReadIn } from './only-read';

test.each([
  "const fs = require('fs'); exports.read = (file) => fs.readFileSync(file);",
  "const fs = require('node:fs');\nfs\n  .promises.readFile(a).then(b);",
  "const fs = require('fs/promises'); fs.readFile(a);",
  "let fs = require('fs'), path = 1; fs?.readFileSync?.(a);",
  'const { readFileSync, promises: io } = require("fs"); readFileSync(a); io.readFile(b);',
  "const { promises = io } = require('fs'); promises.readFile(b);",
  "require('fs').readFileSync(a);",
  "require('fs');",
  "a();\nrequire('fs');\nb();",
  "const text = require('fs')['readFileSync'](a);",
  'const fs_1 = __importDefault(require("fs")); fs_1.default.readFileSync(a);',
  'const fs_1 = tslib_1.__importStar(require("fs")); (0, fs_1.readFileSync)(a);',
  'var _fs = /*#__PURE__*/ _interop_require_default(require("fs")); _fs.default.readFileSync(a);',
  'var _fs = _interopRequireWildcard(require("fs")); (0,_fs.readFileSync) (a);',
  'var import_fs = __toESM(require("fs"), 1); import_fs.default.readFileSync(a);',
  "const fs = require('fs'); if (typeof fs !== 'x') a.fs = { fs: 1 }; other.fs(b); offs(a); fsx(b);",
])('%s only reads', (code) => {
  expect(onlyReadIn(code)).toEqual(['fs']);
});

test.each([
  ["const Emitter = require('events'); class A extends Emitter {} new Emitter(); b instanceof Emitter", ['events']],
  ["const { EventEmitter } = require('events'); EventEmitter.call(this);", ['events']],
  ["const assert = require('assert'); assert(a); assert.equal(a, b);", ['assert']],
  ["const path = require('path'); a.split(path.sep); b(path.delimiter, require('os').EOL)", ['path', 'os']],
  ["const path = require('path'); path.sep = a; const { EOL } = require('os'); b(EOL)", []],
  ["const fs = require('fs'), os = require('os'); os.cpus(); patch(fs);", ['os']],
  ["const a = require('./fs'); b(a); require(name)", []],
])('%s', (code, cores) => {
  expect(onlyReadIn(code)).toEqual(cores);
});

test.each([
  "patch(require('fs'));",
  "module.exports = require('fs');",
  "exports.fs = require('fs');",
  "const fs = require('fs'); patch(fs);",
  "const fs = require('fs'); patch(fs.promises);",
  "const fs = require('fs'); const io = fs.promises;",
  "const fs = require('fs'); module.exports = { fs };",
  "const fs = require('fs'); module.exports = { io: fs };",
  "const fs = require('fs'); const all = { ...fs };",
  "const fs = require('fs'); fs[names[0]] = a;",
  "const fs = require('fs'); for (fs.x of a);",
  "const fs = require('fs'); [fs.x] = [1];",
  "const { promises } = require('fs'); patch(promises);",
  "const { promises: io } = require('fs'); patch(io);",
  "const { promises: { readFile } } = require('fs'); readFile(a);",
  "const io = require('fs').promises; patch(io);",
  "patch(require('fs').promises);",
  'const fs_1 = __importDefault(require("fs")); patch(fs_1.default);',
  'const fs_1 = wrap(require("fs")); fs_1.read();',
  "const $ = require('fs'); patch($);",
  "let fs; fs = require('fs'); fs.readFileSync(a); patch(fs)",
  // Two of them: one gives it away.
  "require('fs').readFileSync(a); patch(require('fs'));",
])('%s leaves a doubt', (code) => {
  expect(onlyReadIn(code)).toEqual([]);
});

test('a text of a megabyte is read in linear time', () => {
  const code = `const e = require('fs');${'e.readFileSync(a);me=1;'.repeat(50_000)}`;
  const began = process.cpuUsage();
  expect(onlyReadIn(code)).toEqual(['fs']);
  expect(process.cpuUsage(began).user).toBeLessThan(3e6);
});
