import { join } from 'node:path';

/** The flags with which a thread runs TypeScript, as the child processes of specs do. */
const FLAGS = ['--conditions=@plaudit/source', '-r', join(__dirname, '..', 'register.js')];

// Not a mock: the factory hands out the real pool. Its threads are threads of Node, which does not know jest's transform.
jest.mock('piscina', () => {
  const real = jest.requireActual<typeof import('piscina')>('piscina');
  class Piscina extends real.Piscina {
    constructor(options: ConstructorParameters<typeof real.Piscina>[0]) {
      super({ ...options, execArgv: FLAGS });
    }
  }
  return { ...real, Piscina };
});
