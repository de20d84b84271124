-- SHA-256 of everything that a signature freezes, as the row of its audit has it (frozenDigest in signature.ts).
CREATE FUNCTION frozen_report(v report_versions) RETURNS text
  LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT encode(sha256(convert_to(jsonb_build_object(
    'id', v.id, 'patientId', v.patient_id, 'kind', v.kind, 'number', v.number, 'type', v.type, 'text', v.text,
    'sentences', v.sentences, 'fromDraft', v.from_draft, 'replaces', v.replaces, 'reason', v.reason,
    'patient', v.patient, 'findings', v.findings, 'acceptedSentence', v.accepted_sentence, 'zone', v.zone,
    'proof', v.proof, 'signerId', v.signer_id, 'identityVersionId', v.identity_version_id,
    'verifyCode', v.verify_code, 'unedited', v.unedited,
    'acknowledgedAt', (extract(epoch FROM v.acknowledged_at) * 1000)::bigint)::text, 'UTF8')), 'hex')
$$;--> statement-breakpoint
-- As before; besides, a version that takes the place of a signed one amends it, with a reason, and a version and its
-- row of the audit say the same.
CREATE OR REPLACE FUNCTION check_report_version() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  in_force text;
BEGIN
  PERFORM FROM public.patients WHERE id = NEW.patient_id FOR NO KEY UPDATE;
  IF NEW.number IS DISTINCT FROM 1 + coalesce((SELECT max(number) FROM public.report_versions
      WHERE patient_id = NEW.patient_id AND kind = NEW.kind), 0) THEN
    RAISE EXCEPTION 'version % does not follow the last one', NEW.number USING ERRCODE = 'check_violation';
  END IF;
  NEW.arrived_at := clock_timestamp();
  NEW.sha256 := encode(sha256(convert_to(NEW.text, 'UTF8')), 'hex');
  NEW.signer := NULL;
  IF NEW.type = 'draft' THEN
    RETURN NEW;
  END IF;
  NEW.signer := public.signer_of(NEW.signer_id, NEW.identity_version_id, 'report.signed', NEW.id, NEW.audit_event_id);
  IF NOT EXISTS (SELECT FROM public.report_versions d WHERE d.id = NEW.from_draft AND d.type = 'draft'
      AND d.patient_id = NEW.patient_id AND d.kind = NEW.kind
      AND NOT EXISTS (SELECT FROM public.report_discards WHERE version_id = d.id)) THEN
    RAISE EXCEPTION 'version % comes from no draft of its report', NEW.number USING ERRCODE = 'check_violation';
  END IF;
  SELECT s.id INTO in_force FROM public.report_versions s
   WHERE s.patient_id = NEW.patient_id AND s.kind = NEW.kind AND s.type <> 'draft'
   ORDER BY s.number DESC LIMIT 1;
  IF EXISTS (SELECT FROM public.report_withdrawals WHERE version_id = in_force) THEN
    in_force := NULL;
  END IF;
  IF NEW.replaces IS DISTINCT FROM in_force THEN
    RAISE EXCEPTION 'version % does not take the place of the one in force', NEW.number
      USING ERRCODE = 'check_violation';
  END IF;
  IF (in_force IS NULL) <> (NEW.type = 'signed') THEN
    RAISE EXCEPTION 'version % amends what is in force, or nothing, and says otherwise', NEW.number
      USING ERRCODE = 'check_violation';
  END IF;
  IF public.frozen_report(NEW) IS DISTINCT FROM (SELECT details->>'digest' FROM public.audit_events
      WHERE id = NEW.audit_event_id) THEN
    RAISE EXCEPTION 'version % is not what its row of the audit says', NEW.number USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
