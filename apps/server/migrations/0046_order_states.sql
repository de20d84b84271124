CREATE TABLE "exam_order_studies" (
	"order_id" text NOT NULL,
	"position" integer NOT NULL,
	"study" text NOT NULL,
	"exam_type" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"exam_id" text,
	CONSTRAINT "exam_order_studies_order_id_position_pk" PRIMARY KEY("order_id","position")
);
--> statement-breakpoint
CREATE TABLE "study_waits" (
	"exam_type" text PRIMARY KEY NOT NULL,
	"days" integer NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"changed_by" text
);
--> statement-breakpoint
ALTER TABLE "exam_orders" ADD COLUMN "status_group" text DEFAULT 'pedido' NOT NULL;--> statement-breakpoint
ALTER TABLE "exam_orders" ADD COLUMN "due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "exam_order_studies" ADD CONSTRAINT "exam_order_studies_order_id_exam_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."exam_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_order_studies" ADD CONSTRAINT "exam_order_studies_exam_id_exams_id_fk" FOREIGN KEY ("exam_id") REFERENCES "public"."exams"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "exam_order_studies_exam" ON "exam_order_studies" USING btree ("exam_id");--> statement-breakpoint
CREATE INDEX "exam_order_studies_type" ON "exam_order_studies" USING btree ("exam_type","order_id");--> statement-breakpoint
CREATE INDEX "exam_orders_by_state" ON "exam_orders" USING btree ("status_group","created_at","id") WHERE "exam_orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "exam_orders_due" ON "exam_orders" USING btree ("due_at","id") WHERE "exam_orders"."deleted_at" is null and "exam_orders"."due_at" is not null;--> statement-breakpoint
-- The type of the exam that answers a study, which orders have by a code of the catalogue or by a name.
CREATE FUNCTION exam_type_of(study text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(
    (SELECT known.exam_type FROM (VALUES
      ('ECO', 'Ecografia_Testicular'), ('Ecografía Testicular', 'Ecografia_Testicular'),
      ('SEM', 'Seminograma'), ('Seminograma', 'Seminograma'),
      ('HORMO', 'Hormonal'), ('Perfil Hormonal', 'Hormonal'), ('Hormonal', 'Hormonal'),
      ('CULOR', 'Cultivo_Orina'), ('Cultivo de Orina', 'Cultivo_Orina'), ('Cultivo_Orina', 'Cultivo_Orina'),
      ('CULSEM', 'Cultivo_Semen'), ('Cultivo de Semen', 'Cultivo_Semen'), ('Cultivo_Semen', 'Cultivo_Semen'),
      ('BIO', 'Marcadores_Bioquimicos_Seminales'),
      ('Marcadores Bioquímicos Seminales', 'Marcadores_Bioquimicos_Seminales'),
      ('ECOPT', 'Ecografia_Testicular'), ('Ecografía Testículo-Escrotal', 'Ecografia_Testicular'),
      ('RC', 'Resonancia_Craneo'), ('ERM de Cráneo', 'Resonancia_Craneo'), ('RMN de Cráneo', 'Resonancia_Craneo'),
      ('ALG', 'Marcadores_Bioquimicos_Seminales'), ('Alfaglucosidasa', 'Marcadores_Bioquimicos_Seminales'),
      ('PT', 'perfil_tiroideo'), ('Pefil tiroideo', 'perfil_tiroideo'), ('perfil_tiroideo', 'perfil_tiroideo'),
      ('GLI', 'Hemoglobina glicosilada'), ('Hemoglobina glicosidada', 'Hemoglobina glicosilada'),
      ('ORP', 'Orina_Post_Orgasmo'), ('Orina postorgasmo', 'Orina_Post_Orgasmo'),
      ('EPT', 'Ecografia_Prostatica_Transrectal'),
      ('Ecografia prostatica transrectal', 'Ecografia_Prostatica_Transrectal'),
      ('Inhibina B', 'Inhibina_B')
    ) AS known (study, exam_type) WHERE lower(known.study) = lower(btrim($1))),
    btrim($1))
$$;--> statement-breakpoint
CREATE FUNCTION study_wait(exam_type text) RETURNS interval
  LANGUAGE sql STABLE AS $$
  SELECT make_interval(days => coalesce((SELECT w.days FROM study_waits w WHERE w.exam_type = $1), 7))
$$;--> statement-breakpoint
-- Derives state and due time of orders from their studies' exams and results, and from their downloads.
CREATE FUNCTION refresh_exam_orders(ids text[]) RETURNS void
  LANGUAGE sql AS $$
  WITH now_are AS (
    SELECT o.id,
           CASE WHEN bool_and(coalesce(r.status = 'validado', false)) THEN 'validado'
                WHEN bool_and(e.id IS NOT NULL) THEN 'recibido'
                WHEN EXISTS (SELECT FROM exam_order_downloads d WHERE d.order_id = o.id) THEN 'descargado'
                ELSE 'pedido' END AS state,
           min(s.due_at) FILTER (WHERE e.id IS NULL) AS due_at
      FROM exam_orders o
      LEFT JOIN exam_order_studies s ON s.order_id = o.id
      LEFT JOIN exams e ON e.id = s.exam_id AND e.deleted_at IS NULL
      LEFT JOIN result_sets r ON r.exam_id = e.id
     WHERE o.id = ANY (ids)
     GROUP BY o.id)
  UPDATE exam_orders o SET status_group = now_are.state, due_at = now_are.due_at
    FROM now_are
   WHERE now_are.id = o.id AND (o.status_group, o.due_at) IS DISTINCT FROM (now_are.state, now_are.due_at)
$$;--> statement-breakpoint
CREATE FUNCTION write_order_studies() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO exam_order_studies (order_id, position, study, exam_type, due_at)
    SELECT o.id, asked.position, asked.study, exam_type_of(asked.study),
           o.created_at + study_wait(exam_type_of(asked.study))
      FROM came o, unnest(o.exams) WITH ORDINALITY AS asked (study, position);
  PERFORM refresh_exam_orders(array(SELECT id FROM came));
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER write_studies AFTER INSERT ON exam_orders REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION write_order_studies();--> statement-breakpoint
-- A change of what an order's state is derived from. The argument finds the orders of the changed rows.
CREATE FUNCTION refresh_orders_of_rows() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  ids text[];
BEGIN
  IF TG_ARGV[0] = 'order' THEN
    ids := array(SELECT DISTINCT order_id FROM changed);
  ELSIF TG_ARGV[0] = 'exam' THEN
    ids := array(SELECT DISTINCT s.order_id FROM changed JOIN exam_order_studies s ON s.exam_id = changed.id);
  ELSE
    ids := array(SELECT DISTINCT s.order_id FROM changed JOIN exam_order_studies s ON s.exam_id = changed.exam_id);
  END IF;
  IF cardinality(ids) > 0 THEN PERFORM refresh_exam_orders(ids); END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER refresh_orders AFTER INSERT ON exam_order_downloads REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refresh_orders_of_rows('order');--> statement-breakpoint
CREATE TRIGGER refresh_orders AFTER UPDATE ON exam_order_studies REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refresh_orders_of_rows('order');--> statement-breakpoint
CREATE TRIGGER refresh_orders AFTER UPDATE ON exams REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refresh_orders_of_rows('exam');--> statement-breakpoint
CREATE TRIGGER refresh_orders_inserted AFTER INSERT ON result_sets REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refresh_orders_of_rows('result');--> statement-breakpoint
CREATE TRIGGER refresh_orders_updated AFTER UPDATE ON result_sets REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refresh_orders_of_rows('result');--> statement-breakpoint
-- The orders that there are.
INSERT INTO exam_order_studies (order_id, position, study, exam_type, due_at)
  SELECT o.id, asked.position, asked.study, exam_type_of(asked.study),
         o.created_at + study_wait(exam_type_of(asked.study))
    FROM exam_orders o, unnest(o.exams) WITH ORDINALITY AS asked (study, position);--> statement-breakpoint
SELECT refresh_exam_orders(array(SELECT id FROM exam_orders));--> statement-breakpoint
CREATE TRIGGER count_inserted AFTER INSERT ON exam_orders REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION count_records('exam_order');--> statement-breakpoint
CREATE TRIGGER count_updated AFTER UPDATE ON exam_orders REFERENCING NEW TABLE AS came OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_records('exam_order');--> statement-breakpoint
CREATE TRIGGER count_deleted AFTER DELETE ON exam_orders REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_records('exam_order');--> statement-breakpoint
INSERT INTO record_counts (kind, status_group, change)
  SELECT 'exam_order', status_group, count(*) FROM exam_orders WHERE deleted_at IS NULL GROUP BY status_group
   ORDER BY 2;
