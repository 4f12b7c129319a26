const { sep } = require('node:path');
const { Script } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const PACKAGES = `${sep}node_modules${sep}`;
/** A script cannot load modules for several contexts with `import()`. */
const DYNAMIC_IMPORT = /\bimport\s*\(/;

/** The sources of packages by file. */
const sources = new Map();
/** Compiled modules and their sources by file. Null for what is no CommonJS or has an `import()`. */
const scripts = new Map();

/**
 * Jest's runtime, which also keeps what it has read and compiled for the next spec file of the worker. Each file still runs its
 * modules anew. Without this, integration specs need 16 % more processor time: a file that starts a service loads about 2,000
 * modules.
 */
module.exports = class SharedScriptsRuntime extends Runtime {
  constructor(...parameters) {
    super(...parameters);
    const { executor, transformCache } = this;
    shareSources(transformCache);
    shareScripts(executor);
  }
};

/** Packages are not transformed. */
function shareSources(transformCache) {
  const transform = transformCache.transform.bind(transformCache);
  transformCache.transform = (filename, options) => {
    if (!filename.includes(PACKAGES)) return transform(filename, options);
    let source = sources.get(filename);
    if (source === undefined) sources.set(filename, (source = transform(filename, options)));
    return source;
  };
}

function shareScripts(executor) {
  const compile = executor.compile.bind(executor);
  const parameters = executor.injectedModuleParameters.join(', ');
  executor.compile = (source, filename) => {
    const context = executor.environment.getVmContext();
    let known = scripts.get(filename);
    if (known?.source !== source)
      scripts.set(filename, (known = { source, script: scriptOf(source, filename, parameters) }));
    if (context === null || known.script === null) return compile(source, filename);
    return known.script.runInContext(context);
  };
}

function scriptOf(source, filename, parameters) {
  if (DYNAMIC_IMPORT.test(source)) return null;
  const opening = `(function (${parameters}) {`;
  try {
    return new Script(`${opening}${source}\n})`, { filename, columnOffset: -opening.length });
  } catch {
    // Jest says what is wrong with it, or loads it as an ES module.
    return null;
  }
}
