import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtDashboard } from './built-dashboard';

describe('builtDashboard', () => {
  it('builds the dashboard once, however many specs ask for it', async () => {
    const folders = await Promise.all([builtDashboard(), builtDashboard(), builtDashboard()]);
    expect(new Set(folders).size).toBe(1);
    const folder = folders[0] as string;
    const page = readFileSync(join(folder, 'index.html'), 'utf8');
    const named = [...page.matchAll(/(?:src|href)="\/app\/assets\/([^"]+)"/g)].map(
      ([, name]) => name as string,
    );
    expect(named.length).toBeGreaterThan(2);
    expect(readdirSync(join(folder, 'assets'))).toEqual(expect.arrayContaining(named));
  });

  it('links the shared styles before those of a screen, which would otherwise lose', async () => {
    const page = readFileSync(join(await builtDashboard(), 'index.html'), 'utf8');
    const styles = [...page.matchAll(/href="\/app\/assets\/([a-z-]+)-[\w-]+\.css"/g)].map(([, name]) => name);
    expect(styles).toEqual(['index', 'inbox']);
  });
});
