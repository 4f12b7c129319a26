import type { Schema } from '@plaudit/client';
import type { App } from './app-rows';

export type AppPolicy = Schema<'AppPolicy'>['policy'];
export const APP_POLICIES: readonly AppPolicy[] = ['all', 'listed', 'off'];

/** An app that an admin can allow. */
export interface ListedApp {
  client_id: string;
  /** Null for a host, and for an app that the server does not know any more. */
  name: string | null;
  host: string | null;
}

/** Returns the apps to choose from: those that are allowed, then those that are connected. Each client is named once. */
export function listedApps(
  allowed: Schema<'AppPolicy'>['allowed_apps'],
  connected: readonly App[],
): ListedApp[] {
  const apps = new Map<string, ListedApp>();
  for (const { client_id, name } of allowed) apps.set(client_id, { client_id, name, host: null });
  for (const { client_id, name, host } of connected) apps.set(client_id, { client_id, name, host });
  return [...apps.values()];
}

/** Returns the ids of the allowed apps: the ticked ones and the one that was typed, each once. */
export function allowedIds(ticked: readonly string[], typed: string): string[] {
  return [...new Set([...ticked, typed.trim()].filter(Boolean))];
}
