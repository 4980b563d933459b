-- looser: nodes of the release before write one refund a payment, and upsert none
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_transaction_id_unique";
--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_state_known";
--> statement-breakpoint
ALTER TABLE "vouchers" ADD COLUMN "revoked_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_state_known" CHECK ("refunds"."state" in ('requested', 'sent', 'done', 'failed', 'owed'));
--> statement-breakpoint

-- The refunds of a payment never add up to more than came in for it, however many are written at once.
CREATE FUNCTION "limit_refunds"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM transactions WHERE id = NEW.transaction_id FOR NO KEY UPDATE;
  IF NEW.amount + (SELECT coalesce(sum(amount), 0) FROM refunds WHERE transaction_id = NEW.transaction_id AND id <> NEW.id)
     > (SELECT coalesce(sum(amount), 0) FROM ledger_entries WHERE transaction_id = NEW.transaction_id AND account = 'bank' AND amount > 0) THEN
    RAISE EXCEPTION 'more is given back than came in' USING ERRCODE = 'check_violation', CONSTRAINT = 'refunds_within_payment';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "refunds_within_payment" BEFORE INSERT OR UPDATE OF "amount", "transaction_id" ON "refunds"
  FOR EACH ROW EXECUTE FUNCTION "limit_refunds"();
