import { Injectable, Logger } from '@nestjs/common';
import { ApiError, type Principal } from '@plaudit/contracts';
import { KeyThrottleService } from '../throttle/key-throttle.service';
import { requestCost } from '../throttle/request-cost';
import { ApiDispatch, type Asker } from './api-dispatch';
import { auditedArguments } from './audited-arguments';
import { McpAudit } from './mcp-audit';
import type { Tool } from './tool';
import { type ApiRequest, toApiRequest } from './tool-request';
import { type ApiAnswer, toApiAnswer } from './tool-result';

/** Who calls a tool. */
export interface ToolCaller extends Asker {
  principal: Principal;
  keyId: number;
  requestId: string;
}

type Arguments = Readonly<Record<string, unknown>>;

/** Calls of tools, from arguments to an answer. Whatever goes wrong is an answer too. */
@Injectable()
export class ToolCalls {
  private readonly logger = new Logger(ToolCalls.name);

  constructor(
    private readonly dispatch: ApiDispatch,
    private readonly audit: McpAudit,
    private readonly throttle: KeyThrottleService,
  ) {}

  async call(tool: Tool, given: Arguments, caller: ToolCaller): Promise<ApiAnswer> {
    const request = requestOrFault(tool, given);
    const ask = (): Promise<ApiAnswer> => this.ask(request, caller);
    if (!this.canPay(request, caller.keyId)) return ask();
    const { account_id, sub_account_id } = caller.principal;
    const call = {
      account_id,
      sub_account_id,
      key_id: caller.keyId,
      tool: tool.name,
      arguments: auditedArguments(tool, given),
      request_id: caller.requestId,
    };
    return this.audit.record(call, ask).catch((error: unknown) => this.explain(error, caller));
  }

  /**
   * False for a call that the throttle is about to refuse: nothing will be done, and a client that keeps knocking would
   * fill the audit with it.
   */
  private canPay(request: ApiRequest | ApiError, keyId: number): boolean {
    const grant = this.throttle.take(keyId, 0);
    if (!grant) return true;
    const cost = request instanceof ApiError ? 1 : requestCost(request.path, request.query);
    return grant.remaining >= Math.min(cost, grant.limit);
  }

  private async ask(request: ApiRequest | ApiError, caller: ToolCaller): Promise<ApiAnswer> {
    try {
      if (request instanceof ApiError) throw request;
      return await this.dispatch.ask(request, caller);
    } catch (error) {
      // Without an answer the call's row stays open, which is the truth of it.
      if (caller.signal.aborted) throw error;
      return this.explain(error, caller);
    }
  }

  private explain(error: unknown, { requestId, signal }: ToolCaller): ApiAnswer {
    if (error instanceof ApiError) return toApiAnswer(error, requestId);
    if (!signal.aborted) this.logger.error(error);
    const msg = 'Something went wrong on our side; quote the request_id when you report it.';
    return toApiAnswer(new ApiError('internal_error', msg), requestId);
  }
}

function requestOrFault(tool: Tool, given: Arguments): ApiRequest | ApiError {
  try {
    return toApiRequest(tool, given);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
