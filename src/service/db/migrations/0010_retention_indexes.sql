CREATE INDEX "comments_hidden" ON "comments" USING btree ("hidden_at") WHERE "comments"."hidden_at" is not null;--> statement-breakpoint
CREATE INDEX "notices_age" ON "notices" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sessions_ended" ON "sessions" USING btree ("revoked_at") WHERE "sessions"."revoked_at" is not null;--> statement-breakpoint
CREATE INDEX "sessions_addresses" ON "sessions" USING btree ("created_at") WHERE "sessions"."ip" is not null;--> statement-breakpoint
CREATE INDEX "sessions_newest" ON "sessions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "sms_outbox_age" ON "sms_outbox" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "tickets_completed" ON "tickets" USING btree ("updated_at") WHERE "tickets"."status" = 'completed';--> statement-breakpoint
CREATE INDEX "tickets_networks" ON "tickets" USING btree ("created_at") WHERE num_nonnulls("tickets"."ip", "tickets"."country", "tickets"."provider") > 0;