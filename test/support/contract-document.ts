/** The OpenAPI document as a client reads it: finds an operation and checks answers and examples against it. */
import { z } from 'zod';
import type { Answer, TestService } from './service.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is read as any client reads it
type Json = any;

export interface Operation {
  /** As it is served: upper case. */
  readonly method: string;
  readonly path: string;
  readonly spec: Json;
}

export class ContractDocument {
  readonly document: Json;
  readonly operations: readonly Operation[];
  readonly #schemas = new Map<Json, z.ZodType>();

  constructor(document: Json) {
    // zod.fromJSONSchema looks for shared schemas under $defs.
    this.document = JSON.parse(JSON.stringify(document).replaceAll('#/components/schemas/', '#/$defs/'));
    this.operations = Object.entries<Json>(this.document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, spec]) => ({ method: method.toUpperCase(), path, spec })),
    );
  }

  operation(method: string, path: string): Operation {
    const found = this.operations.find((one) => one.method === method && one.path === path);
    if (found === undefined) throw new Error(`${method} ${path} is not documented`);
    return found;
  }

  /** The operation that answers a request; a path that is written out precedes one with parameters. */
  operationAt(method: string, url: string): Operation {
    const parts = partsOf(url.replace(/\?.*$/, ''));
    const found = this.operations
      .filter(({ method: own, path }) => own === method && fits(partsOf(path), parts))
      .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length);
    return found[0] ?? this.operation(method, url);
  }

  /** The violations of a schema of the document by a value; empty when it is valid. */
  check(schema: Json, value: unknown): string[] {
    let read = this.#schemas.get(schema);
    if (read === undefined) {
      read = z.fromJSONSchema({ ...schema, $defs: this.document.components.schemas });
      this.#schemas.set(schema, read);
    }
    const { error } = read.safeParse(value);
    return error === undefined ? [] : error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  }

  /** The differences between an answer and the document; empty when there are none. */
  contradictions(operation: Operation, answer: Pick<Answer, 'status' | 'body'>): string[] {
    const { status, body } = answer;
    const response = operation.spec.responses[status];
    const name = `${operation.method} ${operation.path} ${status}`;
    if (response === undefined) return [`${name} ${body?.errorCode ?? ''} is not documented`];
    if (response.content === undefined) return body === undefined ? [] : [`${name} has no body`];
    if (status < 300) {
      const [content] = Object.values<Json>(response.content);
      return this.check(content.schema, body).map((fault) => `${name}: ${fault}`);
    }
    const codes = codesOf(response);
    const faults = this.check(this.document.components.schemas.ProblemDetail, body);
    if (!codes.includes(body.errorCode)) faults.push(`${body.errorCode} is none of ${codes.join(', ')}`);
    return faults.map((fault) => `${name}: ${fault}`);
  }
}

function partsOf(path: string): string[] {
  return path.replace(/\/$/, '').split('/');
}

function fits(template: readonly string[], parts: readonly string[]): boolean {
  return (
    template.length === parts.length && template.every((part, place) => part.startsWith('{') || part === parts[place])
  );
}

/** The error codes of one documented response. */
export function codesOf(response: Json): string[] {
  const schema = response.content?.['application/problem+json']?.schema;
  return schema?.allOf?.[1]?.properties?.errorCode?.enum ?? [];
}

export async function readContract(service: TestService): Promise<ContractDocument> {
  return new ContractDocument((await service.call('GET', '/openapi.json')).body);
}
