/** A running product and an account to sign in. */
export interface Place {
  readonly url: string;
  readonly email: string;
  readonly password: string;
}
