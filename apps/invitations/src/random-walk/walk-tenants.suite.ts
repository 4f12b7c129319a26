import { knowBusiness } from '../businesses/business.suite';
import { ALWAYS_GREY } from './mail-server.suite';
import { Versioned, type WalkProfile, type WalkTenant, type Window } from './walk-model.suite';
import type { WalkWorld } from './walk-world.suite';

const DAY = 86_400;
const HALF_DAY = DAY / 2;

/** Shows whether a mail was rendered with the name that the request has. */
export const GREETING = 'Dear {{first_name}}!';

interface ProfileChoice {
  name: string;
  delays: number[];
  cooldownDays: number;
  window: Window;
  daily: number;
}

/** Four people of each tenant are its own, and three are customers of every tenant. */
function peopleOf(name: string): string[] {
  const own = Array.from({ length: 4 }, (_value, place) => `${name}${place}@${name}.example.org`);
  return [...own, 'shared1@example.org', 'shared2@example.org', ALWAYS_GREY];
}

/** Creates three sub accounts, two of them of one account, with settings profiles of every kind. */
export async function createTenants(walk: WalkWorld): Promise<void> {
  const hour = new Date().getUTCHours();
  const opens = (from: number, hours: number): Window => ({
    start: ((hour + from + 24) % 24) * 60,
    end: ((hour + from + hours) % 24) * 60,
    zone: 'UTC',
  });
  await createTenant(walk, { name: 'a', accountId: 1, subAccountId: 11, invitesMonth: -1 }, [
    { name: 'Plain', delays: [], cooldownDays: 30, window: null, daily: 500 },
    { name: 'Long', delays: [DAY, HALF_DAY, 2 * DAY], cooldownDays: 10, window: opens(-2, 9), daily: 500 },
    { name: 'Short', delays: [HALF_DAY], cooldownDays: 0, window: opens(4, 6), daily: 500 },
  ]);
  await createTenant(walk, { name: 'b', accountId: 1, subAccountId: 12, invitesMonth: -1 }, [
    { name: 'Busy', delays: [HALF_DAY, HALF_DAY], cooldownDays: 0, window: null, daily: 12 },
    { name: 'Calm', delays: [3 * DAY], cooldownDays: 5, window: opens(-3, 20), daily: 500 },
  ]);
  await createTenant(walk, { name: 'c', accountId: 3, subAccountId: 31, invitesMonth: 40 }, [
    { name: 'Paid', delays: [DAY, DAY], cooldownDays: 2, window: null, daily: 500 },
  ]);
}

async function createTenant(
  walk: WalkWorld,
  given: Omit<WalkTenant, 'people' | 'profiles'>,
  choices: readonly ProfileChoice[],
): Promise<void> {
  const { accountId, subAccountId, invitesMonth, name } = given;
  await knowBusiness(walk.world, {
    subAccountId,
    accountId,
    name: `Bakery ${name}`,
    companyName: 'Sample Group',
    invitesMonth,
  });
  const tenant: WalkTenant = { ...given, people: peopleOf(name), profiles: [] };
  walk.model.tenants.push(tenant);
  for (const choice of choices) await addProfile(walk, tenant, choice);
}

/** Adds a settings profile. The first one is the default. */
export async function addProfile(
  walk: WalkWorld,
  tenant: WalkTenant,
  { name, delays, cooldownDays, window, daily }: ProfileChoice,
): Promise<WalkProfile> {
  const settings = {
    name,
    review_url: 'https://shop.example.com/review',
    delay: 0,
    body: GREETING,
    cooldown: { days: cooldownDays },
    send_window: windowSettings(window),
    limits: { daily },
    followup: {
      enabled: delays.length > 0,
      ...(delays.length > 0 && {
        steps: delays.map((delay) => ({ delay: delay / 3_600, delay_unit: 'hours', body: GREETING })),
      }),
    },
  };
  const { body } = await walk.call(tenant, 'POST /public/v1/invite/settings/add', [200], {
    body: { settings },
  });
  const profile: WalkProfile = {
    id: body.id as number,
    delays,
    cooldownDays: new Versioned(cooldownDays),
    window: new Versioned<Window>(window),
    deleted: false,
  };
  tenant.profiles.push(profile);
  return profile;
}

export function windowSettings(window: Window): object {
  if (window === null) return { enabled: false };
  const time = (minutes: number): string =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  return { enabled: true, timezone: window.zone, start: time(window.start), end: time(window.end) };
}

/** Windows move with the stored times, because the clock of the service does not jump. */
export function moveWindows(walk: WalkWorld, hours: number, at: number, inFlight: ReadonlySet<number>): void {
  const moved = (minutes: number): number => (((minutes - hours * 60) % 1_440) + 1_440) % 1_440;
  for (const { window } of walk.model.tenants.flatMap(({ profiles }) => profiles)) {
    const { latest } = window;
    if (latest === null) continue;
    window.change({ ...latest, start: moved(latest.start), end: moved(latest.end) }, at, at, inFlight);
  }
}
