//! Routes, and the `OpenAPI` document that describes them.

use axum::Router;
use axum::handler::Handler;
use axum::routing;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::error::{Body, ErrorBody};
use crate::workers::Workers;

/// Routes in the making, and what is known about them.
pub(super) struct Api {
    router: Router<Workers>,
    paths: Map<String, Value>,
    schemas: SchemaGenerator,
}

/// What a route answers if all is well.
pub(super) enum Gives {
    /// An object.
    Json(Value),
    /// A stream of events, the data of each such an object.
    Events(Value),
    /// A file of one of these types.
    Bytes(&'static [&'static str]),
}

impl Gives {
    /// An object of this type.
    pub(super) fn json<T: JsonSchema>(schemas: &mut SchemaGenerator) -> Self {
        Self::Json(schemas.subschema_for::<T>().to_value())
    }

    /// A stream of events of this type.
    pub(super) fn events<T: JsonSchema>(schemas: &mut SchemaGenerator) -> Self {
        Self::Events(schemas.subschema_for::<T>().to_value())
    }

    /// The description of such an answer.
    fn described(self) -> Value {
        let (description, types, schema) = match self {
            Self::Json(schema) => ("An object.", &["application/json"][..], schema),
            Self::Events(schema) => {
                ("Server-sent events: the data of each is such an object.", &["text/event-stream"][..], schema)
            }
            Self::Bytes(types) => ("A file.", types, json!({ "type": "string", "format": "binary" })),
        };
        let content: Map<String, Value> =
            types.iter().map(|&name| (name.to_owned(), json!({ "schema": schema.clone() }))).collect();
        json!({ "description": description, "content": content })
    }
}

/// A handler whose last argument is a request of this type.
pub(super) trait Takes<M> {
    /// The type of the request.
    type Request: JsonSchema;
}

impl<F, S, T: JsonSchema, R> Takes<(S, T)> for F
where
    F: Fn(S, Body<T>) -> R,
{
    type Request = T;
}

impl Default for Api {
    fn default() -> Self {
        let schemas = SchemaSettings::openapi3().into_generator();
        Self { router: Router::new(), paths: Map::new(), schemas }
    }
}

impl Api {
    /// A route that takes nothing.
    pub(super) fn get<M: 'static>(
        mut self,
        path: &str,
        summary: &str,
        gives: impl FnOnce(&mut SchemaGenerator) -> Gives,
        handler: impl Handler<M, Workers>,
    ) -> Self {
        let gives = gives(&mut self.schemas);
        self.describe(path, "get", summary, None, gives);
        Self { router: self.router.route(path, routing::get(handler)), ..self }
    }

    /// A route that takes a request in JSON.
    pub(super) fn post<M: 'static, T, H: Handler<M, Workers> + Takes<T>>(
        mut self,
        path: &str,
        summary: &str,
        gives: impl FnOnce(&mut SchemaGenerator) -> Gives,
        handler: H,
    ) -> Self {
        let request = self.schemas.subschema_for::<H::Request>().to_value();
        let gives = gives(&mut self.schemas);
        self.describe(path, "post", summary, Some(request), gives);
        Self { router: self.router.route(path, routing::post(handler)), ..self }
    }

    fn describe(&mut self, path: &str, method: &str, summary: &str, request: Option<Value>, gives: Gives) {
        let error = Gives::json::<ErrorBody>(&mut self.schemas).described();
        let mut operation = json!({
            "summary": summary,
            "operationId": path.trim_start_matches('/').replace('/', "-"),
            "responses": { "200": gives.described(), "4XX": error },
        });
        if let Some(schema) = request {
            operation["requestBody"] =
                json!({ "required": true, "content": { "application/json": { "schema": schema } } });
        }
        self.paths.insert(format!("/api{path}"), json!({ method: operation }));
    }

    /// The routes.
    pub(super) fn router(self) -> Router<Workers> {
        self.router
    }

    /// The document.
    pub(super) fn document(mut self) -> Value {
        json!({
            "openapi": "3.0.3",
            "info": {
                "title": "Pencilmark studio",
                "version": env!("CARGO_PKG_VERSION"),
                "description": "What the studio's page asks its server for.",
            },
            "paths": self.paths,
            "components": { "schemas": self.schemas.take_definitions(true) },
        })
    }
}
