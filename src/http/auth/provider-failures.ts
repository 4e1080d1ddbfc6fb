/**
 * The failures of a sign-on, in sentences: a provider that cannot be used, and an answer that is refused. Never shows the content of
 * a token or a secret.
 */
import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
import { RefusedCall } from './provider-calls.ts';

/** The provider does not answer, or not as it should. The message is for the person. */
export class ProviderFault extends Error {
  override readonly name = 'ProviderFault';
}

/** The answer does not prove who the person is. The message is for the person. */
export class RefusedAnswer extends Error {
  override readonly name = 'RefusedAnswer';
}

const codeShape = /^[\w.-]{1,64}$/;
const reasonLengthMax = 200;

/** Of the provider's document. */
export function faultOf(error: unknown): ProviderFault {
  if (error instanceof ProviderFault) return error;
  return new ProviderFault(`The document of the provider cannot be read: ${reasonOf(error)}.`);
}

/** Of the answer that the browser has brought, and of what the provider says to it. */
export function refusedAnswerOf(error: unknown): ProviderFault | RefusedAnswer {
  if (error instanceof ProviderFault || error instanceof RefusedAnswer) return error;
  if (error instanceof AuthorizationResponseError) {
    return new RefusedAnswer(`The provider has refused the sign-on: ${codeOf(error.error)}.`);
  }
  if (error instanceof ResponseBodyError) {
    if (error.error === 'invalid_grant') {
      return new RefusedAnswer('The provider does not take the code: it has been used, or is over.');
    }
    return new ProviderFault(`The provider does not take the client: ${codeOf(error.error)}.`);
  }
  if (error instanceof ClientError && isOfAnswer(error)) {
    return new RefusedAnswer(`The answer of the provider is not valid: ${reasonOf(error)}.`);
  }
  return new ProviderFault(`The provider does not answer as it should: ${reasonOf(error)}.`);
}

/** Neither a time limit nor a status that is no success. */
function isOfAnswer({ code }: ClientError): boolean {
  return code !== undefined && !['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM'].includes(code);
}

function codeOf(code: string): string {
  return codeShape.test(code) ? code : 'without a reason';
}

/** Errors of sockets are causes of causes; the address is not told, because a name may lead into the operator's network. */
function reasonOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof RefusedCall) return cause.message;
  }
  const message = error instanceof ClientError && error.code !== undefined ? wordsOf(error) : 'no answer';
  return message.replaceAll(/[^\x20-\x7e]/g, '').slice(0, reasonLengthMax);
}

/** The library's own words; the cause has the name of the claim or member. */
function wordsOf({ message, cause }: ClientError): string {
  return cause instanceof Error ? cause.message : message;
}
