ALTER TABLE "transactions" ADD COLUMN "invoice_number" integer;
--> statement-breakpoint

-- The number of an invoice stays, like its terms.
CREATE FUNCTION "keep_invoice_number"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the number of an invoice never changes' USING ERRCODE = 'check_violation', CONSTRAINT = 'transactions_number_stands';
END $$;
--> statement-breakpoint
CREATE TRIGGER "transactions_keep_number" BEFORE UPDATE OF "invoice_number" ON "transactions"
  FOR EACH ROW WHEN (OLD.invoice_number IS NOT NULL AND OLD.invoice_number IS DISTINCT FROM NEW.invoice_number)
  EXECUTE FUNCTION "keep_invoice_number"();
