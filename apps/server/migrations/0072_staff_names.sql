CREATE TABLE "staff_names" (
	"staff_id" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	CONSTRAINT "staff_names_staff_id_since_pk" PRIMARY KEY("staff_id","since")
);
--> statement-breakpoint
INSERT INTO staff_names (staff_id, since, name, email) SELECT id, '-infinity', name, email FROM staff;--> statement-breakpoint
-- As the owner of the tables: the application's role cannot rewrite who somebody was.
CREATE FUNCTION keep_staff_name() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF (NEW.name, NEW.email) IS DISTINCT FROM (OLD.name, OLD.email) THEN
    INSERT INTO public.staff_names (staff_id, since, name, email)
    VALUES (NEW.id, CASE TG_OP WHEN 'INSERT' THEN '-infinity' ELSE clock_timestamp() END, NEW.name, NEW.email)
    ON CONFLICT (staff_id, since) DO UPDATE SET name = EXCLUDED.name, email = EXCLUDED.email;
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER keep_staff_name AFTER INSERT OR UPDATE ON staff
  FOR EACH ROW EXECUTE FUNCTION keep_staff_name();
