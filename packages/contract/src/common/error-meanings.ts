import type { ErrorCode } from './errors.ts';

/** Meaning of each failure, for developers and logs. It is a file of its own so that screens do not load it. */
export const errorMeanings: Readonly<Record<ErrorCode, string>> = {
  BAD_REQUEST: 'The input does not fit the contract; `issues` says where.',
  PROSPECT_ID_MISSING: 'A change of a prospect came without its id.',
  MALFORMED_JSON: 'The body is not JSON.',
  CURSOR_INVALID: 'The cursor was not made by this server, or for another order.',
  UNAUTHORIZED: 'No session, or one that ended.',
  INVALID_EMAIL: 'The text given as an e-mail is not a valid address.',
  INVALID_EMAIL_OR_PASSWORD: 'Unknown e-mail or wrong password; the two are not told apart.',
  ACCOUNT_INACTIVE: 'The staff account has a status other than 1.',
  PASSWORD_EXPIRED: 'A generated password was not replaced in time.',
  FORBIDDEN: 'No role of the account allows it.',
  WRONG_PASSWORD: 'The password that confirms a change of the own account is not the right one.',
  PASSWORD_TOO_COMMON: 'The new password is among the most common ones.',
  WRONG_CODE: 'The code of the second step or the recovery code is wrong or was already used.',
  SECOND_STEP_EXPIRED:
    'No sign-in waits for a second step, or it expired or had too many failed attempts.',
  PASSKEY_REFUSED:
    'The passkey was removed, belongs to another account or address, or did not verify its user.',
  PASSKEY_EXPIRED: 'The challenge of a passkey was used, or is older than five minutes.',
  PASSKEY_REQUIRED:
    'The installation requires a second step. The account has a passkey, and this session was opened without it.',
  PASSKEYS_UNAVAILABLE: 'Passkeys cannot be used at the address of this page.',
  TOO_MANY_EMERGENCIES:
    'The account opened as many emergency accesses in 24 hours as it may; Retry-After says when the oldest ends.',
  TOO_MANY_PASSKEYS: 'The account has as many passkeys as it may have.',
  PROVIDER_UNAVAILABLE: 'The OpenID Connect provider did not answer, or its answer was invalid.',
  PROVIDER_REFUSED:
    'The provider refused, its ID token was invalid, or the token is for another account.',
  PROVIDER_NOT_RECENT:
    'The provider did not ask for the password again, or does not say when it did.',
  PROVIDER_EXPIRED:
    'The answer of the provider was already used, is too old, or belongs to another browser or session.',
  PROVIDER_UNBOUND: "The provider's account is bound to no account here, or to a different one.",
  PROVIDER_TAKEN: "The provider's account is already bound to another account.",
  ONLY_WAY_IN:
    'The account would be left without a way to sign in: no password, passkey or provider.',
  PROOF_NEEDED:
    'The call needs a confirmation of the account’s owner within the last ten minutes: POST /api/auth/prove.',
  TWO_FACTOR_REQUIRED: 'This installation asks for a second step, and the account has none yet.',
  WEBHOOK_SIGNATURE_INVALID:
    'The webhook is not signed with its secret, or the signature is too old or from the future.',
  LABORATORY_TOKEN_INVALID: "The message does not carry a laboratory's token.",
  CROSS_ORIGIN: 'A change asked for by a page of another origin.',
  NOT_FOUND: 'The record does not exist, or is in the trash.',
  ROUTE_NOT_FOUND: 'There is no such call, or not under this method.',
  CONFLICT: 'The record was changed by another request, or conflicts with another record.',
  STALE_VERSION:
    'The edit was made from a version that is no longer the latest; `details.current` is.',
  APPOINTMENT_OVERLAP:
    'The doctor has another appointment then; `details` says whose, when, and what is free.',
  APPOINTMENT_CANCELLED: 'A cancelled appointment has no attendance.',
  REMINDERS_OFF: 'The clinic has not turned reminders on.',
  REMINDERS_WITHOUT_MAIL: 'The installation has no mail server.',
  REMINDER_NEEDS_CONSENT: 'The patient did not consent to reminders by this channel.',
  REMINDER_NEEDS_PHONE: 'The patient has no phone.',
  ATTENDANCE_NOT_YET: 'Before the day of the appointment only a confirmation can be recorded.',
  ATTENDANCE_RECORDED:
    'The patient arrived or did not come, so the appointment cannot move to another day.',
  SAME_TIME:
    'The patient has another appointment then; `details` says which. `despiteSameTime` books it anyway.',
  CURP_TAKEN: 'Another patient has this CURP; `details` has their idUser and name.',
  DOCTOR_EMAIL_TAKEN:
    'Another doctor has this e-mail, in whatever case; `issues` says whose it is.',
  DOCTOR_RETIRED: 'The doctor is inactive: no new appointments, and existing ones cannot move.',
  PARTNER_ID_TAKEN:
    'Another record has this id, perhaps one in the trash; ids are never used again.',
  APPOINTMENT_ASSIGNED: 'The appointment is of another patient already; `details` says whose.',
  RESTORE_OVERLAP:
    'The time of an appointment of the restored patient is now taken; `details.idUser` says whose.',
  RESTORE_PARENT_DELETED:
    'What is to be restored belongs to a record that is in the trash itself; `details.parents` says which.',
  PROSPECT_CONVERTED: 'The prospect has become a patient already; `details.current` says whom.',
  POSSIBLE_DUPLICATES:
    'Patients with the same e-mail or phone exist, and the request does not say to make another one.',
  PATIENT_MERGED: 'The patient became part of another record; `details` has its idUser and name.',
  MERGE_REVIEWS_OPEN: 'Both patients have a working copy of the same kind of report.',
  MERGE_OLD: 'The merge was undone, or is older than 30 days.',
  MERGE_FOLLOWED: 'A later merge of one of the two patients is in force.',
  PARTNER_DELETED: 'The partner whose branch is being saved is in the trash.',
  IDEMPOTENCY_KEY_REUSED: 'The Idempotency-Key came before with another request.',
  PAYLOAD_TOO_LARGE: 'The body is larger than the call accepts.',
  FILE_TOO_LARGE: 'The file is larger than the call accepts; `details.limit` says how many bytes.',
  UNSUPPORTED_MEDIA_TYPE: 'The Content-Type is not one the call reads.',
  NOT_A_PDF: 'The file is not a PDF by its content.',
  FILE_TYPE_NOT_ACCEPTED: 'The file is not a PDF, JPEG or PNG by its content.',
  NOT_AN_IMAGE:
    'The file is not a PNG, JPEG or WebP by its content, or holds more than the picture.',
  DICOM_NOT_ACCEPTED: 'The file is DICOM.',
  FILE_EMPTY: 'The file has no bytes.',
  FILE_TRUNCATED: 'The file ends before its end mark.',
  FILE_ENCRYPTED: 'The PDF cannot be opened without a password.',
  FILE_INFECTED: 'The antivirus of the installation found malware in the file.',
  SCANNER_UNAVAILABLE: 'The antivirus of the installation gave no verdict.',
  FILE_UNREADABLE: 'The file begins as what it should be, and cannot be opened.',
  EXAM_NOT_OFFERED: 'The branch does not offer one of the studies; `details.exams` says which.',
  RESULT_EXISTS: 'The exam has a result set; an exam has at most one.',
  RESULT_VALIDATED: 'The result set is validated: it is corrected, with a reason, and not edited.',
  RESULT_NOT_VALIDATED: 'The result set was never validated: it is edited, and not corrected.',
  RESULT_WITHDRAWN: 'The result set was withdrawn, or moved to the record of another patient.',
  CHECKS_OPEN: 'Each open warning of the set must be in `acknowledged` to validate it.',
  OWN_RESULT:
    "The account entered this result set; only another account's results may be validated.",
  RESULT_PRELIMINARY: 'A value in force is preliminary: its laboratory may still change it.',
  RESULT_HELD: 'A received result waits for a decision about this set.',
  VALUE_OF_ANOTHER_ROW: 'The id names a value of another analyte or another name.',
  EXAM_HAS_RESULTS: 'The exam has results, so its type cannot change.',
  SECOND_READING_DIFFERS:
    'A retyped field is not what was entered, or not all that were asked for came; `issues` says which.',
  ORDER_NOT_OPEN: 'The order is of another patient, asks for no such study, or has a result of it.',
  RESULTS_FILE_REFUSED:
    'The file is no CSV, XLSX or (for results) HL7 v2 that can be read, or does not fit its columns; `issues` says why.',
  RECEIVED_DONE:
    'The received result was already assigned or discarded, or, to restore it, was never discarded.',
  REPORT_IN_REVIEW: 'A working copy of the report is open; `details` says whose.',
  REVIEW_OF_ANOTHER: 'The working copy has another reviewer.',
  REVIEW_ENDED: 'The working copy was signed, dropped, or its draft discarded.',
  DRAFT_NOT_OPEN: 'The draft was signed or discarded.',
  VERSION_NOT_IN_FORCE: 'The version is not signed, was superseded, or was withdrawn.',
  SENTENCE_UNKNOWN:
    'A sentence names an origin that is not in the base text, or that another sentence also names.',
  NOT_AN_ADDITION: 'An addition changes, strikes or moves a sentence of what was signed.',
  REPORT_EMPTY: 'Nothing but whitespace would be signed.',
  REPORT_BASIS_CHANGED:
    'Results that the signed version quotes changed and nobody settled it, or they changed after they were shown.',
  CONFIRMED_BY_SIGNER:
    'Results that a version quotes changed, and another account confirms or replaces it although its signer still can.',
  SHOWN_TEXT_DIFFERS: 'The SHA-256 is not that of the text which a signature would freeze.',
  WARNINGS_OPEN:
    'Figures differ without an explanation, have no result and were not acknowledged, or treatments or unsettled values were not accepted; `details` lists them.',
  IDENTITY_NEEDED: 'The account has no professional identity, or one that is not active.',
  SECOND_STEP_NEEDED: 'A signature needs a second step or a passkey, and the account has neither.',
  NOT_SEALED: 'The audit row of the signature has no seal yet; Retry-After says when to come back.',
  DELIVERY_NEEDS_BIRTH_DATE: 'A report is handed to a patient without a date of birth.',
  DELIVERY_NEEDS_EMAIL: 'A report, or its code, goes by e-mail to a patient without one.',
  DELIVERY_NEEDS_READER: 'An account without `reports.read` asks for both the link and the code.',
  DELIVERY_EMAIL_IS_YOURS:
    'An account without `reports.read` sends a link or code to an e-mail address that it entered itself.',
  DELIVERY_CLOSED: 'The link of the delivery is closed or expired.',
  CONSENT_WITHDRAWN: 'The patient took back the consent to the processing of health data.',
  MAIL_UNAVAILABLE: 'The installation has no mail server.',
  DRAFT_TOKEN_INVALID: 'The draft carries no valid sender token.',
  CURP_INVALID: 'The text is no CURP.',
  ACCOUNT_EMAIL_TAKEN: 'Another account has this e-mail.',
  ACCOUNT_SUSPENDED: 'A suspended account gets no link.',
  LAST_ADMINISTRATOR: 'No other active account administers.',
  OWN_ACCOUNT: 'This cannot be done to your own account.',
  DOCTOR_OF_ANOTHER: 'The doctor is already linked to another account.',
  IDENTITY_OWN: 'Nobody may enter their own professional identity in the browser.',
  IDENTITY_CEDULA_TAKEN: 'Another account has this cédula.',
  SECOND_ACCOUNT_NEEDED:
    'Another administrator must confirm: one whose account is older than the act and independent of the accounts that took part in it.',
  ROLE_MISSING: 'A new account needs a role.',
  LINK_UNKNOWN: 'No account has this link.',
  LINK_USED: 'The link was used.',
  LINK_EXPIRED: 'The time of the link is over.',
  TOO_MANY_REQUESTS:
    'Too many attempts of an account or from an address; Retry-After says how long.',
  INTERNAL: 'A fault of ours; the log has it under the request id.',
  UNAVAILABLE:
    'The database or the file store does not answer; Retry-After says when to come back.',
  STORAGE_FULL: 'There is no room left for data or files.',
};
