/** The address of the product, and the user. */
export interface Place {
  readonly url: string;
  readonly email: string;
  readonly password: string;
}
