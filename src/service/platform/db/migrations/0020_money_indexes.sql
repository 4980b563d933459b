-- concurrently
CREATE INDEX CONCURRENTLY IF NOT EXISTS "refunds_transaction" ON "refunds" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "transactions_newest" ON "transactions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "vouchers_batch" ON "vouchers" USING btree ("batch");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "ledger_entries_time" ON "ledger_entries" USING btree ("created_at");
