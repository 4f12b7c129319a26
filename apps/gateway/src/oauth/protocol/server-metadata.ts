import { KEY_SCOPES } from '@plaudit/contracts';
import { API, MCP_PATH, OAUTH } from '../../proxy/route-table';
import { AUTH_METHODS, GRANT_TYPES } from '../clients/client-metadata';
import type { ServerUrls } from './server-urls';

/** Returns the metadata of the authorization server, RFC 8414. */
export function serverMetadata({ issuer }: ServerUrls): object {
  return {
    issuer,
    authorization_endpoint: issuer + OAUTH.authorize,
    token_endpoint: issuer + OAUTH.token,
    registration_endpoint: issuer + OAUTH.register,
    revocation_endpoint: issuer + OAUTH.revoke,
    scopes_supported: KEY_SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: GRANT_TYPES,
    token_endpoint_auth_methods_supported: AUTH_METHODS,
    revocation_endpoint_auth_methods_supported: AUTH_METHODS,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    service_documentation: `${issuer}/docs`,
  };
}

/** The paths of the resources that have metadata. Without a path it is that of the API. */
const RESOURCES: Readonly<Record<string, string>> = { '': API, [API]: API, [MCP_PATH]: MCP_PATH };

/** Returns the metadata of the resource with this path, RFC 9728, or null if there is no such resource. */
export function resourceMetadata({ issuer }: ServerUrls, path: string): object | null {
  const resource = Object.hasOwn(RESOURCES, path) ? RESOURCES[path] : undefined;
  if (resource === undefined) return null;
  return {
    resource: issuer + resource,
    authorization_servers: [issuer],
    scopes_supported: KEY_SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: 'Plaudit',
    resource_documentation: `${issuer}/docs`,
  };
}
