import type { Database } from '@plaudit/database';
import { GatewayEnv } from '../gateway.env';
import { ClientAddressService } from '../proxy/client-address.service';
import { AuditRepository } from './audit.repository';
import { AuditService } from './audit.service';
import { RequestOriginService } from './request-origin.service';
import { RefusalsRepository } from './requests/refusals.repository';

/** Returns the audit log of a database, for specs that create services themselves. */
export function auditOn(database: Database): AuditService {
  const origins = new RequestOriginService(new ClientAddressService(new GatewayEnv()));
  return new AuditService(new AuditRepository(database), new RefusalsRepository(database), origins);
}
