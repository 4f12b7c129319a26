import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { TerminusModule } from '@nestjs/terminus';
import { HealthController } from '../health/health.controller';
import { OpenApiController } from '../openapi/openapi.controller';
import { PrincipalGuard } from '../principal/principal.guard';
import type { ServiceDefinition } from './define-service';
import { Chores } from '../chores/chores';
import { ChoresRepository } from '../chores/chores.repository';
import { Housekeeping } from './housekeeping';

@Module({})
class ServiceRootModule {}

@Module({})
class PlatformModule {}

/**
 * Returns the root module of a service's application: the service's own module, and the shared values, which any
 * provider can inject.
 */
export function serviceRoot(definition: ServiceDefinition, shared: Provider[]): DynamicModule {
  const platform: DynamicModule = {
    module: PlatformModule,
    global: true,
    imports: [DiscoveryModule],
    providers: [...shared, ChoresRepository, Chores],
    exports: [...shared, Chores],
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
    providers: [PrincipalGuard, Housekeeping],
  };
}
