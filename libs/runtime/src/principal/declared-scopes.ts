import { type INestApplication, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { OPEN_METADATA, SCOPE_METADATA } from './scoped.decorator';

/** Throws if an operation has neither `@Scoped` nor `@Open`. The message names every such operation. */
export function assertScopesDeclared(nest: INestApplication): void {
  const unscoped = [...nest.get(ModulesContainer).values()].flatMap((module) =>
    [...module.controllers.values()].flatMap(({ metatype }) =>
      unscopedOperationsOf(metatype as Type<object>),
    ),
  );
  if (unscoped.length > 0) throw new Error(`operations without @Scoped: ${unscoped.join(', ')}`);
}

function unscopedOperationsOf({ name, prototype }: Type<object>): string[] {
  return new MetadataScanner()
    .getAllMethodNames(prototype as object)
    .filter((method) => isUnscopedOperation(Reflect.get(prototype as object, method) as object))
    .map((method) => `${name}.${method}`);
}

function isUnscopedOperation(handler: object): boolean {
  const isOperation = [METHOD_METADATA, PATH_METADATA].every((key) => Reflect.hasMetadata(key, handler));
  const isDeclared = [SCOPE_METADATA, OPEN_METADATA].some((key) => Reflect.getMetadata(key, handler));
  return isOperation && !isDeclared;
}
