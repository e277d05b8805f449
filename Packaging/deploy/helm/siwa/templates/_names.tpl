{{- define "siwa.labels" -}}
app.kubernetes.io/name: siwa
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
{{- define "siwa.name" -}}
{{ .Release.Name | trunc 50 | trimSuffix "-" }}-siwa
{{- end }}
{{- define "siwa.config" -}}
{{- $own := dict "database" "/var/lib/siwa/siwa.sqlite" "secrets_directory" "/var/lib/siwa/secrets" -}}
{{- merge (deepCopy .Values.config) $own | toPrettyJson -}}
{{- end }}
