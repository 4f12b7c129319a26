import { builtDashboard } from '@plaudit/testing';
import { GatewayEnv } from '../gateway.env';
import { DashboardFilesCache } from './dashboard-files.cache';

const cacheOf = (folder: string): DashboardFilesCache =>
  new DashboardFilesCache(Object.assign(new GatewayEnv(), { DASHBOARD_DIR: folder }));

describe('DashboardFilesCache', () => {
  it('has every file that the built page names, and lets browsers keep each of them for a year', async () => {
    const files = cacheOf(await builtDashboard());
    const page = (await files.index?.body.in('identity'))?.toString() ?? '';
    const named = [...page.matchAll(/(?:src|href)="\/app\/([^"]+)"/g)].map(([, name]) => name as string);
    expect(named.filter((name) => name.endsWith('.js')).length).toBeGreaterThan(1);
    for (const name of named)
      expect([name, files.find(name)?.headers['Cache-Control']]).toEqual([
        name,
        'public, max-age=31536000, immutable',
      ]);
  });

  it('has no inline script and no style of another site in the built page, which the policy would refuse', async () => {
    const page = (await cacheOf(await builtDashboard()).index?.body.in('identity'))?.toString() ?? '';
    expect(page).toContain('<div id="root">');
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=/);
    expect(page).not.toMatch(/(?:src|href)="(?!\/app\/)/);
  });

  it('has no page if the folder has none', () => {
    expect(cacheOf('/nowhere').index).toBeNull();
    expect(cacheOf(__dirname).index).toBeNull();
  });
});
