import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { ErrorBody, ErrorCode } from '#contract/errors.ts';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Logger } from '../log.ts';
import { localeOf, readLocales, withLocale } from '../reader-locale.ts';
import { reportUnavailable, type UnavailableReason, unavailableReason } from '../unavailable.ts';
import { isAllowedOrigin, isDeveloperHost } from './requests/origin.ts';
import { checkRequestLine, limitUnreadBody, toPath } from './requests/request-line.ts';
import { apiContentPolicy, securityHeaders } from './security-headers.ts';

/** Largest JSON body, in bytes. */
const jsonLimit = 256 * 1024;

/** Seconds after which to try again. */
const retryAfter: Record<UnavailableReason, number> = {
  database: 5,
  conflict: 1,
  disk: 30,
  files: 5,
  queue: 5,
};

const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
};

const connectionCodes: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Converts anything that was thrown to the error to send. Unexpected errors become `internal`. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const reason = unavailableReason(error);
  if (reason) return new AppError('unavailable', { retry_after: retryAfter[reason] }, { cause: error });
  const { code, statusCode } = error as Partial<FastifyError>;
  const known = code ? frameworkCodes[code] : undefined;
  if (known) return new AppError(known, null, { cause: error });
  if (statusCode === 400) return new AppError('invalid_json', null, { cause: error });
  return new AppError('internal', null, { cause: error });
}

/** An error as it is sent. */
interface ErrorResponse {
  status: number;
  body: ErrorBody;
  /** Seconds after which to try again, if that can help. */
  retry_after: number | undefined;
}

/** Converts anything that was thrown while a request was handled to the format of the contract, and logs what was unexpected. */
export function toErrorResponse(request: FastifyRequest, error: unknown): ErrorResponse {
  const response = toAppError(error);
  if (response.code === 'internal') request.log.error({ err: error }, 'unexpected error');
  else if (response.code === 'unavailable') reportUnavailable(request.log, error);
  // Errors of the body and of the URL are thrown outside of the request's locale.
  const message = withLocale(localeOf(request), () => response.translatedMessage);
  return {
    status: response.status,
    body: { error: { code: response.code, message, data: response.data, request_id: request.id } },
    retry_after: (response.data as { retry_after?: number } | null)?.retry_after,
  };
}

/** Sends an error in the format of the contract. */
export function sendError(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const { status, body, retry_after: wait } = toErrorResponse(request, error);
  if (wait !== undefined) reply.header('retry-after', wait);
  // The message depends on the reader, and the error on the moment.
  reply.header('cache-control', 'no-store');
  return reply.code(status).type('application/json; charset=utf-8').send(body);
}

/** Sends an error for malformed HTTP and closes the connection, because the following data can't be trusted. */
function rejectConnection(
  error: NodeJS.ErrnoException,
  socket: Socket,
  headers: Record<string, string>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { code, message, status } = new AppError(connectionCodes[error.code ?? ''] ?? 'invalid_request');
  const request_id = newId();
  const body: ErrorBody = { error: { code, message, data: null, request_id } };
  const text = JSON.stringify(body);
  const lines = Object.entries({
    ...headers,
    'x-request-id': request_id,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${text}`);
}

/**
 * Returns a URL for the log, without its secrets: the token of a calendar subscription, of an unsubscribe page or of an
 * emailed link, and the `code` of an external sign-in.
 */
function withoutSecret(url: string): string {
  return url
    .replace(/^\/(calendar\/feed|unsubscribe)\/.*/, '/$1/…')
    .replace(/(?<=[?&](?:token|code)=)[^&]+/gi, '…');
}

/** Creates a Fastify server with error handling, request ids, body limits, origin check and headers, without routes. */
export function createHttpServer(config: Config, log: Logger, publicUrl: () => string): FastifyInstance {
  const secure = config.publicUrl?.startsWith('https:') ?? false;
  const headers = { ...securityHeaders(secure), 'content-security-policy': apiContentPolicy };
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: jsonLimit,
    // `clientAddress` determines the address, also for live connections.
    trustProxy: false,
    rewriteUrl: (request) => toPath(request.url ?? '/'),
    genReqId: () => newId(),
    requestTimeout: 120_000,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    // No hook runs for URLs that can't be decoded, so the headers are set here.
    frameworkErrors: (error, request, reply) => {
      reply.headers(headers).header('x-request-id', request.id);
      sendError(request, reply, error);
    },
    clientErrorHandler: (error, socket) => rejectConnection(error, socket, headers),
  }) as unknown as FastifyInstance;

  app.removeAllContentTypeParsers();
  // An empty body counts as no body, whatever its content type, so that writes without a body need no content type.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, undefined);
    try {
      done(null, JSON.parse(text as string));
    } catch (cause) {
      done(new AppError('invalid_json', null, { cause }));
    }
  });
  readLocales(app);
  app.setErrorHandler((error, request, reply) => sendError(request, reply, error));
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id);
    checkRequestLine(request.raw);
    const { host, origin } = request.headers;
    const isForDevelopers = request.routeOptions.url?.startsWith('/dev/') ?? false;
    if (isForDevelopers && !isDeveloperHost(host, config)) throw new AppError('origin_not_allowed');
    if (request.method === 'GET' || request.method === 'HEAD') return;
    if (!isAllowedOrigin(origin, host, publicUrl(), config.environment))
      throw new AppError('origin_not_allowed');
  });
  app.addHook('onSend', async (request) => limitUnreadBody(request.raw));
  app.addHook('onResponse', async (request, reply) => {
    request.log.debug(
      {
        method: request.method,
        url: withoutSecret(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });
  return app;
}
