import { join } from 'node:path';

const root = join(__dirname, '..', '..');

/** Returns the arguments with which `node` runs a TypeScript file of this folder. */
export function sourceProgram(file: string): string[] {
  const register = join(root, 'libs', 'testing', 'src', 'register.js');
  return ['--conditions=@plaudit/source', '-r', register, join(root, 'bench', 'programs', file)];
}

/** Returns the path of an app's built program. */
export function builtProgram(app: string): string {
  return join(root, 'apps', app, 'dist', 'main.js');
}
