import { Injectable, type OnModuleInit, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { OPEN_METADATA, SCOPE_METADATA } from './scoped.decorator';

/** Refuses to start a service that has an operation without a declared scope. */
@Injectable()
export class ScopeAuditService implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onModuleInit(): void {
    const unscoped = this.discovery.getControllers().flatMap(({ instance, name }) =>
      this.scanner
        .getAllMethodNames(Object.getPrototypeOf(instance) as object)
        .filter((method) => this.isUnscopedOperation((instance as Record<string, object>)[method]))
        .map((method) => `${name}.${method}`),
    );
    if (unscoped.length > 0) throw new Error(`operations without @Scoped: ${unscoped.join(', ')}`);
  }

  private isUnscopedOperation(handler: object | undefined): boolean {
    if (typeof handler !== 'function') return false;
    const method: RequestMethod | undefined = this.reflector.get(METHOD_METADATA, handler);
    if (method === undefined || this.reflector.get(PATH_METADATA, handler) === undefined) return false;
    return !this.reflector.get(SCOPE_METADATA, handler) && !this.reflector.get(OPEN_METADATA, handler);
  }
}
