/** A FHIR R4 resource as it is sent. Tests check it against the published definitions. */
export interface FhirResource {
  readonly resourceType: string;
  readonly [element: string]: unknown;
}

export interface Reference {
  readonly reference?: string;
  readonly display?: string;
}
