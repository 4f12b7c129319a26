import { join } from 'node:path';

const root = join(__dirname, '..', '..');

/** How `node` runs a TypeScript file of this folder as a program of its own. */
export function sourceProgram(file: string): string[] {
  const register = join(root, 'libs', 'testing', 'src', 'register.js');
  return ['--conditions=@plaudit/source', '-r', register, join(root, 'bench', 'programs', file)];
}

/** The built program of an app, as it runs in production. */
export function builtProgram(app: string): string {
  return join(root, 'apps', app, 'dist', 'main.js');
}
