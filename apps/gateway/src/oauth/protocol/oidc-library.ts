import type * as Library from 'oidc-provider';

/**
 * oidc-provider, which prints a warning about Node 20 when it is loaded. It works there, and this process has its own logger.
 * It is an ES module, which Node loads by `require` since 20.19.
 */
export const { Provider, errors, interactionPolicy } = quietly(
  // oxlint-disable-next-line typescript/no-require-imports
  () => require('oidc-provider') as typeof Library,
);

export type OidcProvider = InstanceType<typeof Provider>;

function quietly<T>(load: () => T): T {
  const output = globalThis.console;
  const { warn } = output;
  output.warn = () => {};
  try {
    return load();
  } finally {
    output.warn = warn;
  }
}
