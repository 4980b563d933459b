-- concurrently
CREATE INDEX CONCURRENTLY IF NOT EXISTS "transactions_state" ON "transactions" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "comments_by_time" ON "comments" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "comments_held" ON "comments" USING btree ("created_at") WHERE "comments"."held_for" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_name" ON "users" USING btree ("name" text_pattern_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_family" ON "users" USING btree ("family" text_pattern_ops);