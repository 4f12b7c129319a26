import { type INestApplication, RequestMethod, type Type } from '@nestjs/common';
import { HTTP_CODE_METADATA, METHOD_METADATA } from '@nestjs/common/constants';
import { ModulesContainer } from '@nestjs/core';

/**
 * POST answers 200 unless its operation names another status; Nest's own default would be 201. Said in the metadata,
 * so that the router and the OpenAPI document agree. Before the application is initialised.
 */
export function answerPostsWith200(nest: INestApplication): void {
  for (const module of nest.get(ModulesContainer).values()) {
    for (const { metatype } of module.controllers.values()) nameStatus(metatype as Type<object>);
  }
}

function nameStatus({ prototype }: { prototype: object }): void {
  for (const handler of Object.values(Object.getOwnPropertyDescriptors(prototype)).map(
    ({ value }) => value,
  )) {
    if (typeof handler !== 'function' || Reflect.hasMetadata(HTTP_CODE_METADATA, handler)) continue;
    if (Reflect.getMetadata(METHOD_METADATA, handler) === RequestMethod.POST) {
      Reflect.defineMetadata(HTTP_CODE_METADATA, 200, handler);
    }
  }
}
