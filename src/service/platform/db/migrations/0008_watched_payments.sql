DROP INDEX "transactions_unsettled";--> statement-breakpoint
CREATE INDEX "transactions_due" ON "transactions" USING btree ("gateway","check_at") WHERE "transactions"."check_at" is not null;
--> statement-breakpoint
-- Payments of the last day that ended here are watched from now on.
UPDATE "transactions" SET "check_at" = date_trunc('milliseconds', now())
  WHERE "state" IN ('failed', 'expired') AND "authority" IS NOT NULL AND "kind" <> 'direct_debit'
    AND "redirected_at" > now() - interval '1 day';
