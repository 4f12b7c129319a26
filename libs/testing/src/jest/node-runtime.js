const { createRequire } = require('node:module');

/**
 * Lets jest load modules with Node's own `require`, so that the spec files of a worker share what they import. Jest's runtime
 * loads everything anew for each file: about 2,000 modules for one that starts a service. It does so for mocks of modules,
 * which this repository has none of. What a file must not share is put back by the TestEnvironment.
 */
module.exports = class NodeRuntime {
  /** Loads jest-circus. Its state belongs to one spec file. */
  requireInternalModule(path) {
    return loadAnew(path);
  }

  /** Loads a spec file or a file of the setting `setupFiles`. Suites are parts of a spec file: they may have hooks and tests. */
  requireModule(path) {
    for (const loaded of Object.keys(require.cache))
      if (loaded.endsWith('.suite.ts')) delete require.cache[loaded];
    return loadAnew(path);
  }

  unstable_shouldLoadAsEsm() {
    return false;
  }

  /** The maps are in the compiled files, where Node finds them. */
  getSourceMaps() {
    return new Map();
  }

  getAllCoverageInfoCopy() {
    return undefined;
  }

  setGlobalsForRuntime() {}
  enterTestCode() {}
  leaveTestCode() {}
  teardown() {}
};

function loadAnew(path) {
  const load = createRequire(path);
  delete load.cache[path];
  return load(path);
}
