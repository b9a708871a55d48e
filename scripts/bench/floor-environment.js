'use strict';

// The least that an environment has to do to see what the guard sees, by steps (FLOOR_STEP): 1 it is one of its own and
// is told of each event, 2 the methods of jest-runtime that load modules tell it of each call, and each module has a
// `require` that tells whose it is (names of Jest 29.7 to 30.5), 3 at the end of each file the functions of the core modules are compared with those
// that there were. It does nothing with any of it.

const { TestEnvironment } = require('jest-environment-node');

const STEP = Number(process.env.FLOOR_STEP);
const CORES = ['fs', 'path', 'os', 'util', 'events', 'stream', 'crypto', 'http', 'https', 'net', 'url', 'zlib', 'dns'];

let told = 0;
const tell = () => {
  told += 1;
};

class FloorEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    if (STEP >= 2) hookRuntimes();
    if (STEP >= 3) slots ??= readSlots();
  }

  handleTestEvent() {
    tell();
  }

  async teardown() {
    await super.teardown();
    if (STEP < 3) return;
    for (const { object, key, value } of slots)
      if (Object.getOwnPropertyDescriptor(object, key)?.value !== value) tell();
  }
}

let slots = null;

function readSlots() {
  return CORES.flatMap((name) => {
    const core = require(name);
    const objects = [core, ...Object.values(Object.getOwnPropertyDescriptors(core)).map(({ value }) => value)];
    return objects
      .filter((object) => typeof object === 'function' || object === core)
      .flatMap((object) => [object, object.prototype ?? {}])
      .flatMap((object) =>
        Object.entries(Object.getOwnPropertyDescriptors(object)).map(([key, { value }]) => ({ object, key, value })),
      );
  });
}

let isHooked = false;

/** The hooks are on prototypes: they are there for the whole process, and nothing is done for each file. */
function hookRuntimes() {
  if (isHooked) return;
  isHooked = true;
  const { prototype } = require('jest-runtime').default;
  const { resetModules } = prototype;
  let isDone = false;
  prototype.resetModules = function () {
    if (!isDone) hookAll(this);
    isDone = true;
    return resetModules.call(this);
  };
}

function hookAll(runtime) {
  const { cjsLoader, coreModule, requireBuilder } = runtime;
  hook(runtime, 'requireModuleOrMock');
  hook(runtime, 'requireActual');
  hook(cjsLoader ?? runtime, cjsLoader ? 'loadModule' : '_loadModule');
  hook(coreModule ?? runtime, coreModule ? 'require' : '_requireCoreModule');
  hookRequire(requireBuilder ?? runtime, requireBuilder ? 'for' : '_createRequireImplementation');
}

function hook(object, name) {
  const owner = ownerOf(object, name);
  const original = owner[name];
  owner[name] = function (a, b, c, d, e, f) {
    tell();
    try {
      return original.call(this, a, b, c, d, e, f);
    } finally {
      tell();
    }
  };
}

function hookRequire(object, name) {
  const owner = ownerOf(object, name);
  const original = owner[name];
  owner[name] = function (module, options) {
    const made = original.call(this, module, options);
    if (options?.isInternalModule) return made;
    const own = (request) => {
      tell(module);
      return made(request);
    };
    return Object.defineProperties(own, Object.getOwnPropertyDescriptors(made));
  };
}

function ownerOf(object, name) {
  for (let at = object; at !== null; at = Object.getPrototypeOf(at)) if (Object.hasOwn(at, name)) return at;
  throw new Error(`This jest-runtime has no ${name}.`);
}

module.exports = FloorEnvironment;
