/** Where the product runs, and who measures it. */
export interface Place {
  readonly url: string;
  readonly email: string;
  readonly password: string;
}
