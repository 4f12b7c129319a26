import type { RoleLimits } from '../statement-limits';
import { roleSettings } from './role-settings';

/** Names and values as SQL text: quoted, or a variable of psql. */
interface ServiceSql {
  database: string;
  role: string;
  schema: string;
  password: string;
  limits: RoleLimits;
}

/** Statements for the database itself. The administrator creates the extensions, because a service's role may not. */
export function databaseStatements(database: string): string[] {
  return [
    'create extension if not exists pg_trgm with schema public',
    'create extension if not exists btree_gin with schema public',
    'revoke create on schema public from public',
    `revoke all on database ${database} from public`,
  ];
}

/**
 * Statements for one service: a login role that owns its schema and nothing else, with the settings of its sessions. Each
 * can be repeated.
 */
export function serviceStatements(service: ServiceSql): string[] {
  const { database, role, schema, password, limits } = service;
  return [
    `do $$ begin create role ${role}; exception when duplicate_object or unique_violation then null; end $$`,
    `alter role ${role} login password ${password}`,
    `grant ${role} to current_user`,
    `grant connect on database ${database} to ${role}`,
    `create schema if not exists ${schema} authorization ${role}`,
    `revoke all on schema ${schema} from public`,
    `grant usage on schema public to ${role}`,
    ...Object.entries(roleSettings(schema, limits)).map(
      ([name, value]) => `alter role ${role} in database ${database} set ${name} = ${value}`,
    ),
  ];
}
