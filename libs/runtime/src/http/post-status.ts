import { type INestApplication, RequestMethod, type Type } from '@nestjs/common';
import { HTTP_CODE_METADATA, METHOD_METADATA } from '@nestjs/common/constants';
import { ModulesContainer } from '@nestjs/core';

/**
 * Sets the status of every POST operation without `@HttpCode` to 200; Nest's default is 201. It writes the metadata, so
 * that the router and the OpenAPI document agree. Call it before the application is initialised.
 */
export function setPostStatusTo200(nest: INestApplication): void {
  for (const module of nest.get(ModulesContainer).values()) {
    for (const { metatype } of module.controllers.values()) setStatus(metatype as Type<object>);
  }
}

function setStatus({ prototype }: { prototype: object }): void {
  for (const handler of Object.values(Object.getOwnPropertyDescriptors(prototype)).map(
    ({ value }) => value,
  )) {
    if (typeof handler !== 'function' || Reflect.hasMetadata(HTTP_CODE_METADATA, handler)) continue;
    if (Reflect.getMetadata(METHOD_METADATA, handler) === RequestMethod.POST) {
      Reflect.defineMetadata(HTTP_CODE_METADATA, 200, handler);
    }
  }
}
