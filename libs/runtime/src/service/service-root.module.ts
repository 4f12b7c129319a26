import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { TerminusModule } from '@nestjs/terminus';
import { HealthController } from '../health/health.controller';
import { OpenApiController } from '../openapi/openapi.controller';
import { HousekeepingWorker } from './housekeeping.worker';
import { PrincipalGuard } from '../principal/principal.guard';
import { ScopeAuditService } from '../principal/scope-audit.service';
import type { ServiceDefinition } from './define-service';

@Module({})
class ServiceRootModule {}

@Module({})
class PlatformModule {}

/**
 * Root of every service's application: the service's own module, and around it what all services share, as ready-made
 * values that any provider may ask for.
 */
export function serviceRoot(definition: ServiceDefinition, shared: Provider[]): DynamicModule {
  const platform: DynamicModule = {
    module: PlatformModule,
    global: true,
    providers: shared,
    exports: shared,
  };
  return {
    module: ServiceRootModule,
    imports: [
      platform,
      definition.module,
      DiscoveryModule,
      ScheduleModule.forRoot(),
      TerminusModule.forRoot({ logger: false }),
    ],
    controllers: [HealthController, OpenApiController],
    providers: [PrincipalGuard, ScopeAuditService, HousekeepingWorker],
  };
}
