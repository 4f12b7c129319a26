import 'reflect-metadata';
import { MODULE_METADATA } from '@nestjs/common/constants';
import type { Provider } from '@nestjs/common';
import { choresIn, type OwnedChore } from '../chores/chore.decorator';
import type { ServiceDefinition } from './define-service';
import { Housekeeping } from './housekeeping';

/** Returns the chores of a service by name, read from the providers that its module lists. */
export function choresOf({ module }: Pick<ServiceDefinition, 'module'>): OwnedChore[] {
  const listed = (Reflect.getMetadata(MODULE_METADATA.PROVIDERS, module) ?? []) as Provider[];
  const classes = [...listed.flat(Infinity), Housekeeping].filter(
    (provider) => typeof provider === 'function',
  );
  return classes.flatMap((provider) => choresIn(provider)).sort((a, b) => (a.name < b.name ? -1 : 1));
}
