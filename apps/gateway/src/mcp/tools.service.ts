import { Injectable, Logger } from '@nestjs/common';
import { ApiError, type Principal } from '@plaudit/contracts';
import { CallerThrottleService } from '../throttle/caller-throttle.service';
import { prepaidRequestCost } from '../throttle/request-cost';
import { auditedArguments } from './audited-arguments';
import { type ApiCaller, InProcessApiClient } from './in-process-api.client';
import { McpAuditService } from './mcp-audit.service';
import { type Tool, withoutFields } from './tool';
import { ToolCatalogueService } from './tool-catalogue.service';
import { type ApiRequest, toApiRequest } from './tool-request';
import { type ApiResponse, toApiResponse } from './tool-result';

/** The caller of a tool. */
export interface ToolCaller extends ApiCaller {
  principal: Principal;
  /** Whether the client reads structured content, which the protocol has since 2025-06-18. */
  readsStructured: boolean;
  keyId: number;
  requestId: string;
}

type Arguments = Readonly<Record<string, unknown>>;

/** Lists and calls tools. */
@Injectable()
export class ToolsService {
  private readonly logger = new Logger(ToolsService.name);

  constructor(
    private readonly catalogue: ToolCatalogueService,
    private readonly api: InProcessApiClient,
    private readonly audit: McpAuditService,
    private readonly throttle: CallerThrottleService,
  ) {}

  /** Returns the tools that the caller's scopes allow. A model should not plan with tools that refuse it. */
  async list({ principal }: ToolCaller): Promise<Tool[]> {
    const scopes: readonly string[] = principal.scopes;
    return (await this.catalogue.list()).filter(({ scope }) => scopes.includes(scope));
  }

  /** Returns the API's response, also if it is an error. Returns null if there is no such tool. */
  async call(name: string, given: Arguments, caller: ToolCaller): Promise<ApiResponse | null> {
    const tool = await this.catalogue.find(name);
    if (!tool) return this.catalogue.isExpected(name) ? this.errorResponse(notYet(name), caller) : null;
    const request = requestOrError(tool, given);
    const send = (): Promise<ApiResponse> => this.send(request, caller);
    if (!this.canPay(request, caller)) return send();
    const { account_id, sub_account_id } = caller.principal;
    const call = {
      account_id,
      sub_account_id,
      key_id: caller.keyId,
      tool: tool.name,
      arguments: auditedArguments(tool, given),
      request_id: caller.requestId,
    };
    const { status, body } = await this.audit
      .record(call, send)
      .catch((error: unknown) => this.errorResponse(error, caller));
    return { status, body: withoutFields(body, tool.omits) };
  }

  /**
   * Returns false for a call that the throttle is about to refuse. Such a call is not recorded, because it does nothing
   * and a client that repeats it would fill the audit.
   */
  private canPay(request: ApiRequest | ApiError, { keyId, principal }: ToolCaller): boolean {
    const grant = this.throttle.take({ type: 'key', id: keyId, principal }, 0);
    if (!grant || request instanceof ApiError) return true;
    const cost = prepaidRequestCost(request.method, request.path, request.query);
    return grant.remaining >= Math.min(cost, grant.limit);
  }

  private async send(request: ApiRequest | ApiError, caller: ToolCaller): Promise<ApiResponse> {
    try {
      if (request instanceof ApiError) throw request;
      return await this.api.send(request, caller);
    } catch (error) {
      // The row of the call stays without a status, because the caller left before there was a response.
      if (caller.signal.aborted) throw error;
      return this.errorResponse(error, caller);
    }
  }

  private errorResponse(error: unknown, { requestId, signal }: ToolCaller): ApiResponse {
    if (error instanceof ApiError) return toApiResponse(error, requestId);
    if (!signal.aborted) this.logger.error(error);
    const msg = 'Something went wrong on our side; quote the request_id when you report it.';
    return toApiResponse(new ApiError('internal_error', msg), requestId);
  }
}

function notYet(name: string): ApiError {
  return new ApiError(
    'upstream_unavailable',
    `The service of ${name} has not responded yet; try again shortly.`,
  );
}

function requestOrError(tool: Tool, given: Arguments): ApiRequest | ApiError {
  try {
    return toApiRequest(tool, given);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
