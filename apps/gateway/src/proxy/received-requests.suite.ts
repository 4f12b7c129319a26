import { PRINCIPAL_HEADER, type Principal } from '@plaudit/contracts';
import { PrincipalVerifier } from '@plaudit/runtime';
import type { RecordedRequest } from '@plaudit/testing';
import type { GatewayWorld } from '../gateway-world.suite';
import type { UpstreamName } from './route-table';

/** Returns the last request that the service received. */
export function lastRequest({ upstreams }: GatewayWorld, name: UpstreamName): RecordedRequest {
  const request = upstreams[name].requests.at(-1);
  if (!request) throw new Error(`${name} received nothing`);
  return request;
}

/** Returns the principal of that request after checking its signature. */
export async function principalAt(gateway: GatewayWorld, name: UpstreamName): Promise<Principal> {
  const token = lastRequest(gateway, name).headers[PRINCIPAL_HEADER];
  return new PrincipalVerifier(gateway.publicKey, name).verify(String(token));
}
